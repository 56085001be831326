-- Whether a public link to a schedule shows the newest simulation of it as well.

alter table "share_links" add "show_forecast" boolean not null default false;
