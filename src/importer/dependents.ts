// An import replaces whole tables. If a view or foreign key depends on one of them, PostgreSQL would reject the swap at the
// very end; triggers and publication memberships would be dropped silently. So an import checks for them first.
import type { Client } from 'pg'
import { ImportAborted } from './report.ts'

const replacedTables = ['foods', 'food_details', 'terms']

export async function assertNoDependents(client: Client): Promise<void> {
  const dependents = await dependentsOf(client, replacedTables)
  if (dependents.length === 0) return
  throw new ImportAborted(
    'not-possible',
    `an import replaces the tables ${replacedTables.join(', ')}, and these objects depend on them: ${dependents.join('; ')}. Drop them, run the import, and create them again. Nothing was changed`,
  )
}

/** Excludes what is copied with a table: indexes, defaults, sequences, statistics, and constraints except foreign keys. */
async function dependentsOf(client: Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `with replaced as (
       select oid, reltype from pg_class where oid = any($1::regclass[])
     ), parts as (
       -- The row type, arrays of it and the sequences can be depended on like the table itself.
       select 'pg_class'::regclass as classid, oid from replaced
       union all
       select 'pg_type'::regclass, reltype from replaced
       union all
       select 'pg_type'::regclass, typarray from pg_type join replaced on pg_type.oid = replaced.reltype
       union all
       select classid, objid from pg_depend
         join replaced on refclassid = 'pg_class'::regclass and refobjid = replaced.oid
         join pg_class as sequence on classid = 'pg_class'::regclass and objid = sequence.oid and relkind = 'S'
     ), dependents as (
       select distinct pg_depend.classid, objid, objsubid, pg_rewrite.ev_class, contype, conrelid, tgisinternal, relkind, adrelid
         from pg_depend
         join parts on refclassid = parts.classid and refobjid = parts.oid
         left join pg_rewrite on pg_depend.classid = 'pg_rewrite'::regclass and pg_rewrite.oid = objid
         left join pg_constraint on pg_depend.classid = 'pg_constraint'::regclass and pg_constraint.oid = objid
         left join pg_trigger on pg_depend.classid = 'pg_trigger'::regclass and pg_trigger.oid = objid
         left join pg_class on pg_depend.classid = 'pg_class'::regclass and pg_class.oid = objid
         left join pg_attrdef on pg_depend.classid = 'pg_attrdef'::regclass and pg_attrdef.oid = objid
     )
     select distinct
            case when ev_class is not null and ev_class not in (select oid from replaced)
                 then pg_describe_object('pg_class'::regclass, ev_class, 0)
                 when contype = 'f' then 'foreign key ' || pg_describe_object(classid, objid, objsubid)
                 else pg_describe_object(classid, objid, objsubid) end as name
       from dependents
       where case classid
               when 'pg_rewrite'::regclass then true
               when 'pg_constraint'::regclass then contype = 'f' or conrelid not in (select oid from replaced)
               when 'pg_trigger'::regclass then not tgisinternal
               when 'pg_class'::regclass then relkind not in ('i', 'I', 'S', 't')
               when 'pg_attrdef'::regclass then adrelid not in (select oid from replaced)
               when 'pg_type'::regclass then objid not in (select oid from parts)
               when 'pg_statistic_ext'::regclass then false
               else true end
       order by name`,
    [tables],
  )
  return rows.map(({ name }) => name)
}
