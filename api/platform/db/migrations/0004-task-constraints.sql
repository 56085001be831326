alter table "tasks"
  add "constraint_type" text null,
  add "constraint_date" date null,
  add "deadline" date null;
