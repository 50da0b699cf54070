import type { TransactionSql } from "postgres";

const SCHEMAS = "('public'::regnamespace, 'private'::regnamespace, 'records'::regnamespace)";

const run = async (tx: TransactionSql, statements: readonly { statement: string }[]) =>
  tx.unsafe(statements.map(({ statement }) => statement).join(";\n"));

/**
 * Disables the triggers of the portal's tables, which would change restored rows and write to the audit log, and defers
 * their foreign keys, so that tables can be filled in any order. The owner of the tables may do both;
 * `session_replication_role` may be set by a superuser only. Returns the statements that undo it.
 */
export async function relaxTables(tx: TransactionSql): Promise<() => Promise<void>> {
  const changes = await tx.unsafe<{ statement: string; undo: string }[]>(`
    with change (relation, change, undo) as (
      select tgrelid, format('disable trigger %I', tgname), format('enable trigger %I', tgname)
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and tgenabled = 'O' and relnamespace in ${SCHEMAS}
      union all
      select conrelid, format('alter constraint %I deferrable initially deferred', conname),
        format('alter constraint %I not deferrable', conname)
      from pg_constraint where contype = 'f' and not condeferrable and conparentid = 0 and connamespace in ${SCHEMAS}
    )
    select format('alter table %s %s', relation::regclass, string_agg(change, ', ')) as statement,
      format('alter table %s %s', relation::regclass, string_agg(undo, ', ')) as undo
    from change group by relation`);
  await run(tx, changes);
  return async () => {
    await tx`set constraints all immediate`;
    await run(
      tx,
      changes.map(({ undo }) => ({ statement: undo })),
    );
  };
}

/**
 * Removes rows whose parent row is not in the archive: tables are read one after the other while the site runs, so a
 * row can be newer than the table of its parent. A reference that a deletion would empty is emptied.
 */
export async function removeOrphans(tx: TransactionSql, tables: readonly string[]): Promise<number> {
  const statements = await tx.unsafe<{ statement: string }[]>(
    `
    with link as (
      select conrelid::regclass::text as child, confrelid::regclass::text as parent, confdeltype,
        array_agg(quote_ident(own.attname) order by place) as columns,
        array_agg(quote_ident(target.attname) order by place) as targets
      from pg_constraint, unnest(conkey, confkey) with ordinality as pair (own_number, target_number, place)
      join pg_attribute as own on own.attnum = own_number
      join pg_attribute as target on target.attnum = target_number
      where contype = 'f' and conrelid = any ($1::text[]::regclass[]) and own.attrelid = conrelid and target.attrelid = confrelid
      group by pg_constraint.oid
    )
    select format('%s where %s and not exists (select from %s as parent where %s)',
      case when confdeltype = 'n'
        then format('update %s as child set %s', child, (select string_agg(format('%s = null', name), ', ') from unnest(columns) as name))
        else format('delete from %s as child', child) end,
      (select string_agg(format('child.%s is not null', name), ' and ') from unnest(columns) as name),
      parent,
      (select string_agg(format('parent.%s = child.%s', target, name), ' and ') from unnest(targets, columns) as pair (target, name))) as statement
    from link`,
    [tables as string[]],
  );
  let total = 0;
  for (let removed = -1; removed !== 0; total += removed) {
    removed = 0;
    for (const { statement } of statements) removed += (await tx.unsafe(statement)).count;
  }
  return total;
}
