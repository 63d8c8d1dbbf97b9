-- Creates the database of Larder and its role, which owns it. Run it once, as a superuser, with the password in the environment:
--   DATABASE_PASSWORD=… psql -f deploy/postgresql/create-database.sql
\set ON_ERROR_STOP on
\getenv password DATABASE_PASSWORD

create role larder login password :'password';
create database larder owner larder;
revoke all on database larder from public;
