-- Whether a level was written by its name.

alter table "resource_skills" add "is_named" boolean not null default false;
alter table "task_skill_requirements" add "is_named" boolean not null default false;
