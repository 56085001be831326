-- Places and facets of members in the team of their project. A trigger keeps them true, whichever door changes a membership.
alter table "project_members"
  add "team_role" text null,
  add "is_scrum_master" boolean not null default false,
  add "is_product_owner" boolean not null default false;
create unique index "project_members_scrum_master" on "project_members" ("project_id") where "is_scrum_master";
create unique index "project_members_product_owner" on "project_members" ("project_id") where "is_product_owner";
alter table "project_members" add constraint "project_members_team_role" check ("team_role" in ('member', 'admin'));

create or replace function "project_members_team_place_fn"() returns trigger as $$
begin
  if new.is_deleted or new.role <> old.role then
    new.team_role := null;
  end if;
  new.is_scrum_master := new.is_scrum_master and not new.is_deleted;
  new.is_product_owner := new.is_product_owner and not new.is_deleted;
  return new;
end;
$$ language plpgsql;
create trigger "team_place" BEFORE UPDATE on "project_members" for each ROW execute function "project_members_team_place_fn"();
