-- Written by hand. A username that differs from an older one only in case, or that is the address of somebody else, gets
-- a number: nobody could tell any more whom it means. These people sign in by their address.

do $$
declare
  taken record;
  candidate text;
  number int;
begin
  for taken in
    select a.id, a.username from accounts a
    where exists (select from accounts o where o.id <> a.id and lower(o.username) = lower(a.username)
        and (o.created_at, o.id) < (a.created_at, a.id))
      or exists (select from accounts o where o.id <> a.id and lower(o.email) = lower(a.username))
      or exists (select from workspace_invites i where i.status = 'pending' and lower(i.email) = lower(a.username)
        and lower(i.email) <> lower(a.email))
    order by a.created_at, a.id
  loop
    number := 1;
    loop
      number := number + 1;
      candidate := left(taken.username, 140) || '-' || number;
      exit when not exists (select from accounts where lower(username) = lower(candidate) or lower(email) = lower(candidate))
        and not exists (select from workspace_invites where status = 'pending' and lower(email) = lower(candidate));
    end loop;
    update accounts set username = candidate where id = taken.id;
    raise notice 'account % was renamed from % to %', taken.id, taken.username, candidate;
  end loop;
end $$;
create unique index "accounts_username_lower" on "accounts" (lower("username"));
alter table "accounts" drop constraint "accounts_username_unique";
