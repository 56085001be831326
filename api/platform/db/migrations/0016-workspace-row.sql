-- The one workspace is there with its table, whoever comes first: a first start, an account made by hand, the API.

insert into "workspace" ("id") values (1) on conflict do nothing;
