-- On the morning of its day whoever does a task that a rule made is reminded of it, once.
alter table "recurrence_occurrences" add column "is_told" boolean not null default false;
