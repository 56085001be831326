alter table "accounts" add "session_epoch" int not null default 0;
