-- A link copies the project of its task, and a purge removes the links of its project by hand: the key was checked for every
-- row of an import and held nothing that the tasks' own key does not hold.

alter table "dependencies" drop constraint "dependencies_predecessor_project_id_foreign";
