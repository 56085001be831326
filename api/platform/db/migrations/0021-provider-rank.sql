-- Who last changed a provider stands in the audit log so far. Links that exist keep opening their accounts: nobody can
-- tell any more which of them an address alone had made.

alter table "sso_providers" add "changed_by_id" uuid null;

update sso_providers p set changed_by_id = (
  select e.actor_id from workspace_audit_events e
  where e.target_type = 'sso_provider' and e.metadata ->> 'provider' = p.slug
  order by e.created_at desc, e.id desc limit 1);
alter table "sso_identities" add "is_by_address" boolean not null default false;
alter table "sso_login_states" add "account_id" uuid null;
