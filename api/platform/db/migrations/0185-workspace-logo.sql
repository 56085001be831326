-- The picture of the workspace, and since when it is this one.
alter table "workspace" add column "logo_changed_at" timestamptz null;
create table "workspace_logos" (
  "workspace_id" smallint not null,
  "content_type" varchar(16) not null,
  "bytes" bytea not null,
  primary key ("workspace_id")
);
alter table "workspace_logos" add constraint "workspace_logos_workspace_id_foreign"
  foreign key ("workspace_id") references "workspace" ("id") on delete cascade;
