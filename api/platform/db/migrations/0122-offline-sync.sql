-- Offline sync: whose dates each pass changed, the pushes that were applied, and a cursor for what stands above projects.
-- That cursor is taken when a transaction commits, so that a later one is never seen before an earlier one.

create table "date_passes" (
  "project_id" uuid not null,
  "number" int not null,
  "task_ids" uuid[] null,
  primary key ("project_id", "number")
);

create table "installation_counters" (
  "id" smallint not null,
  "sync_seq" bigint not null default '0',
  primary key ("id")
);

create table "sync_batches" (
  "account_id" uuid not null,
  "client_batch_id" uuid not null,
  "project_id" uuid not null,
  "reply" jsonb not null,
  "created_at" timestamptz not null,
  primary key ("account_id", "client_batch_id")
);
create index "sync_batches_created" on "sync_batches" ("created_at");
create index "sync_batches_project_id_index" on "sync_batches" ("project_id");

insert into "installation_counters" ("id", "sync_seq") values (1, 1);
create or replace function stamp_installation_seq() returns trigger as $$
declare
  cursor bigint;
begin
  update installation_counters set sync_seq = sync_seq + 1 where id = 1 returning sync_seq into cursor;
  execute format('update %I set sync_seq = $1 where id = $2', tg_table_name) using cursor, new.id;
  return null;
end;
$$ language plpgsql;

alter table "programs" add "sync_seq" bigint not null default '0';
update "programs" set "sync_seq" = 1;
create index "programs_sync" on "programs" ("sync_seq");
create constraint trigger "stamp_installation_seq" after insert or update on "programs"
      deferrable initially deferred for each row when (pg_trigger_depth() = 0) execute function stamp_installation_seq();
drop index "program_members_program_id_index";
alter table "program_members" add "sync_seq" bigint not null default '0';
update "program_members" set "sync_seq" = 1;
create index "program_members_sync" on "program_members" ("program_id", "sync_seq");
create constraint trigger "stamp_installation_seq" after insert or update on "program_members"
      deferrable initially deferred for each row when (pg_trigger_depth() = 0) execute function stamp_installation_seq();
alter table "date_passes" add constraint "date_passes_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "sync_batches" add constraint "sync_batches_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade;
alter table "sync_batches" add constraint "sync_batches_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
