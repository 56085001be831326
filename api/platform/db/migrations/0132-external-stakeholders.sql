-- People outside of the service who have a stake in a program: counted, never written to, each address once a program.
create table "external_stakeholders" (
  "id" uuid not null,
  "program_id" uuid not null,
  "name" varchar(200) not null,
  "email" varchar(254) not null,
  "note" text not null default '',
  "created_by_id" uuid null,
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  primary key ("id")
);
create unique index "external_stakeholders_email" on "external_stakeholders" ("program_id", lower("email"));
create index "external_stakeholders_program" on "external_stakeholders" ("program_id");
alter table "external_stakeholders" add constraint "external_stakeholders_program_id_foreign"
  foreign key ("program_id") references "programs" ("id") on delete cascade;
alter table "external_stakeholders" add constraint "external_stakeholders_created_by_id_foreign"
  foreign key ("created_by_id") references "accounts" ("id") on delete set null;
