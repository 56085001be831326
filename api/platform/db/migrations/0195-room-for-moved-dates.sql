-- A pass that moves most dates of a plan rewrites their rows. With half of each page free they stay on their page, and
-- the key is not written again. Pages that are full now become so as their rows are written.
alter table "task_schedules" set (fillfactor = 50);
