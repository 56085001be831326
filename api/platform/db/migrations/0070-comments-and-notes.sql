create table "comments" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "sync_seq" bigint not null default '0',
  "project_id" uuid not null,
  "task_id" uuid not null,
  "author_id" uuid null,
  "body" text not null,
  "edited_at" timestamptz null,
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "deleted_by_id" uuid null,
  "created_at" timestamptz not null default now(),
  "parent_id" uuid null,
  "external_recipient_count" int not null default 0,
  primary key ("id")
);
create index "comments_of_task" on "comments" ("task_id", "created_at", "id");
create index "comments_sync" on "comments" ("project_id", "sync_seq");

create table "comment_acknowledgements" (
  "id" uuid not null,
  "comment_id" uuid not null,
  "account_id" uuid not null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
alter table "comment_acknowledgements" add constraint "comment_acknowledgements_once" unique ("comment_id", "account_id");

create table "comment_mentions" (
  "id" uuid not null,
  "comment_id" uuid not null,
  "account_id" uuid not null,
  "group_key" text not null default '',
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create index "comment_mentions_of_person" on "comment_mentions" ("account_id", "created_at");
alter table "comment_mentions" add constraint "comment_mentions_once" unique ("comment_id", "account_id");

create table "comment_reactions" (
  "id" uuid not null,
  "comment_id" uuid not null,
  "account_id" uuid not null,
  "emoji" varchar(16) not null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
alter table "comment_reactions" add constraint "comment_reactions_once" unique ("comment_id", "account_id", "emoji");

create table "decisions_policies" (
  "project_id" uuid not null,
  "oversight_visible" boolean not null default false,
  "updated_at" timestamptz not null default now(),
  primary key ("project_id")
);

create table "task_notes" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "sync_seq" bigint not null default '0',
  "project_id" uuid not null,
  "task_id" uuid not null,
  "author_id" uuid null,
  "body" text not null,
  "edited_at" timestamptz null,
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "deleted_by_id" uuid null,
  "created_at" timestamptz not null default now(),
  "pinned" boolean not null default false,
  "decision" boolean not null default false,
  primary key ("id")
);
create index "task_notes_of_task" on "task_notes" ("task_id", "created_at", "id");
create index "task_notes_sync" on "task_notes" ("project_id", "sync_seq");
create index "task_notes_decisions" on "task_notes" ("project_id", "created_at") where "decision" and not "is_deleted";
alter table "comments" add constraint "comments_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "comments" add constraint "comments_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade;
alter table "comments" add constraint "comments_author_id_foreign"
  foreign key ("author_id") references "accounts" ("id") on delete set null;
alter table "comments" add constraint "comments_deleted_by_id_foreign"
  foreign key ("deleted_by_id") references "accounts" ("id") on delete set null;
alter table "comments" add constraint "comments_parent_id_foreign"
  foreign key ("parent_id") references "comments" ("id") on delete cascade;
alter table "comment_acknowledgements" add constraint "comment_acknowledgements_comment_id_foreign"
  foreign key ("comment_id") references "comments" ("id") on delete cascade;
alter table "comment_acknowledgements" add constraint "comment_acknowledgements_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade;
alter table "comment_mentions" add constraint "comment_mentions_comment_id_foreign"
  foreign key ("comment_id") references "comments" ("id") on delete cascade;
alter table "comment_mentions" add constraint "comment_mentions_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade;
alter table "comment_reactions" add constraint "comment_reactions_comment_id_foreign"
  foreign key ("comment_id") references "comments" ("id") on delete cascade;
alter table "comment_reactions" add constraint "comment_reactions_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade;
alter table "decisions_policies" add constraint "decisions_policies_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "task_notes" add constraint "task_notes_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "task_notes" add constraint "task_notes_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade;
alter table "task_notes" add constraint "task_notes_author_id_foreign"
  foreign key ("author_id") references "accounts" ("id") on delete set null;
alter table "task_notes" add constraint "task_notes_deleted_by_id_foreign"
  foreign key ("deleted_by_id") references "accounts" ("id") on delete set null;
