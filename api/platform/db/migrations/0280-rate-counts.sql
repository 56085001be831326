-- Uses of each limit, counted together by processes that have no Redis in common. Unlogged: a count that a crash of the
-- server empties begins anew, as one does that was kept in a process.
create unlogged table "rate_counts" (
  "key" text not null,
  "points" int not null default 0,
  "expire" bigint null,
  primary key ("key")
);
