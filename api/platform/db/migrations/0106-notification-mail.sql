-- Whether it was decided that mail goes out of a notification, or that none does. Those from before get none.
alter table "notifications" add column "is_mail_settled" boolean not null default true;
alter table "notifications" alter column "is_mail_settled" set default false;
create index "notifications_mail" on "notifications" ("created_at") where not "is_mail_settled";
