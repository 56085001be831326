alter table "projects"
  add column "dates_stale_since" timestamptz null,
  add column "dates_stale_because" jsonb null;
