create index "dependencies_sync" on "dependencies" ("predecessor_project_id", "sync_seq");
