-- A baseline keeps the calendar by which it was planned, so that what was to be done by a day stays what it was when the
-- calendar is edited. Those that stand already are measured by the calendar of the project, as before.
alter table "baselines" add column "calendar" jsonb null;
