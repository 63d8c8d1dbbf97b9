-- Creates the database of Larder and its three roles. Run it once, as a superuser, with the passwords in the environment:
--   DATABASE_OWNER_PASSWORD=… DATABASE_IMPORT_PASSWORD=… DATABASE_SERVE_PASSWORD=… psql -f deploy/postgresql/create-roles.sql
-- Another name than larder: add -v name=…
-- Then run `larder migrate` as the owner, with DATABASE_IMPORT_ROLE and DATABASE_SERVE_ROLE set: it grants the privileges on
-- the tables, and does so again for the tables of later releases.
\set ON_ERROR_STOP on
\if :{?name} \else \set name larder \endif
select :'name' || '_import' as import_role, :'name' || '_serve' as serve_role \gset
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv import_password DATABASE_IMPORT_PASSWORD
\getenv serve_password DATABASE_SERVE_PASSWORD

-- Owns the schema and the accounts: larder migrate.
create role :"name" login password :'owner_password';
-- Owns the catalog: larder import, sync, demo, export. It has no access to accounts.
create role :"import_role" login password :'import_password';
-- Reads the catalog and writes accounts: larder serve, account, key, secret, retention.
create role :"serve_role" login password :'serve_password';
-- Migrations change tables of the catalog too.
grant :"import_role" to :"name";

create database :"name" owner :"name";
revoke all on database :"name" from public;
grant connect on database :"name" to :"import_role", :"serve_role";
grant temporary on database :"name" to :"import_role";
