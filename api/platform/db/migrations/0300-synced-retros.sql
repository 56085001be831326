-- Retrospectives, what came of them, and who was asked to take a task on come with the offline pull. Rows that stand are
-- told by the next pull of each client: they count as one more write of their project.

alter table "retros"
  add "server_version" int not null default 1,
  add "sync_seq" bigint not null default '0',
  add "is_deleted" boolean not null default false;
alter table "retro_actions"
  add "server_version" int not null default 1,
  add "sync_seq" bigint not null default '0',
  add "is_deleted" boolean not null default false;
alter table "task_suggestions"
  add "server_version" int not null default 1,
  add "sync_seq" bigint not null default '0',
  add "is_deleted" boolean not null default false;

with written as (
  select s.project_id from retros o join sprints s on s.id = o.sprint_id
  union select project_id from task_suggestions
)
update project_counters c set sync_seq = c.sync_seq + 1 from written w where w.project_id = c.project_id;

update retros o set sync_seq = c.sync_seq
from sprints s join project_counters c on c.project_id = s.project_id where s.id = o.sprint_id;

update retro_actions a set sync_seq = o.sync_seq from retros o where o.id = a.retro_id;

update task_suggestions o set sync_seq = c.sync_seq from project_counters c where c.project_id = o.project_id;
