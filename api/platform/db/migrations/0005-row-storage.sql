-- Written by hand: how rows are stored is nothing an entity says. The first pass over an imported plan marks more than
-- half of its links as driving; with room left in their pages no index has to learn of it. Uploads live for seconds and
-- are read once, so compressing them costs more than it saves.

alter table "dependencies" set (fillfactor = 60);
alter table "import_requests" alter column "content" set storage external;
alter table "import_chunks" alter column "content" set storage external;
