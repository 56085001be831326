-- The end of background work has one name in every table that stands for some.
alter table "import_requests" rename column "finished_at" to "completed_at";
