import postgres from "postgres";

/** Superuser of a cluster with the roles of a hosted project; its password is the owner's. */
export const ADMIN = "supabase_admin";
const OWNER = "postgres";
/** The role `postgres` of a hosted project: it owns the portal's tables and is no superuser. */
const OWNER_ATTRIBUTES = "login nosuperuser createdb createrole replication bypassrls";
const HELPER = "portal_role_change";

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** One statement on one line, as Postgres in single-user mode reads it. */
export const createOwner = (password: string) =>
  `create role ${OWNER} ${OWNER_ATTRIBUTES} password ${quoted(password)}`;

export const userOf = (url: string) => decodeURIComponent(new URL(url).username);

/** The connection of the services (auth, REST, storage): the owner's when it is a superuser, else that of `ADMIN`. */
export async function serviceUrl(ownerUrl: string): Promise<string> {
  if (await isSuperuser(ownerUrl)) return ownerUrl;
  return Object.assign(new URL(ownerUrl), { username: ADMIN }).href;
}

async function isSuperuser(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [role] = await sql<{ rolsuper: boolean }[]>`select rolsuper from pg_roles where rolname = current_user`;
    return role?.rolsuper ?? false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Clusters of earlier versions were created with `postgres` as their first superuser, from which Postgres does not take
 * that right. It is renamed, and a new `postgres` gets its password; bootstrap.sql then gives it the objects of each
 * database.
 */
export async function separateOwner(url: string): Promise<boolean> {
  if (!(await isSuperuser(url))) return false;
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(`create role ${HELPER} superuser`);
      await tx.unsafe(`set local session authorization ${HELPER}`); // the role of the session cannot be renamed
      await tx.unsafe(`drop role if exists ${ADMIN}`); // of earlier versions, without objects and login
      await tx.unsafe(`alter role ${OWNER} rename to ${ADMIN}`);
      await tx.unsafe(createOwner(decodeURIComponent(new URL(url).password)));
      await tx.unsafe("set local session authorization default");
      await tx.unsafe(`drop role ${HELPER}`);
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
  return true;
}
