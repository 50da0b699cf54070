import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { ID_OF } from "../actors";
import { asOwner, sql } from "../as-role";

const bucketsOf = async () =>
  (await sql<{ bucket: string }[]>`select distinct bucket from private.file_columns order by 1`).map(
    ({ bucket }) => bucket,
  );

it("every bucket has the columns that name its files, except those of copies that the team approved and of checks", async () => {
  const all = await sql<{ id: string }[]>`select id from storage.buckets where id not like 'test-%' order by id`;
  const listed = await bucketsOf();
  expect(all.map(({ id }) => id).filter((id) => !listed.includes(id))).toEqual(["place-photos", "system"]);
});

it("a file of each bucket that no row names is deleted after two days, and not before", () =>
  asOwner(async (tx) => {
    await tx`delete from private.file_deletions`;
    const expected: string[] = [];
    for (const bucket of await bucketsOf()) {
      const [old, fresh] = [randomUUID(), randomUUID()];
      await tx`
        insert into storage.objects (bucket_id, name, created_at)
        values (${bucket}, ${old}, now() - interval '49 hours'), (${bucket}, ${fresh}, now() - interval '47 hours')`;
      expected.push(`${bucket}/${old}`);
    }
    await tx`select private.queue_unattached_files()`;
    const rows = await tx<{ file: string }[]>`select bucket || '/' || name as file from private.file_deletions`;
    expect(rows.map(({ file }) => file).toSorted()).toEqual(expected.toSorted());
  }));

it("no file that a row names is queued: the list of columns finds every file that any text of a row contains", () =>
  asOwner(async (tx) => {
    await tx`delete from private.file_deletions`;
    await tx`update storage.objects set created_at = now() - interval '3 days' where bucket_id <> 'system'`;
    await tx`select private.queue_unattached_files()`;
    const rows = await tx<{ file: string }[]>`
      select bucket || '/' || name as file from private.file_deletions
      except select bucket || '/' || name from private.orphan_files()`;
    expect(rows).toEqual([]);
  }));

it("an upload is forgotten two days after its file was deleted", () =>
  asOwner(async (tx) => {
    for (const name of ["kept", "gone"]) await tx`select public.take_upload('event-files', ${name}, 10, ${ID_OF.user})`;
    await tx`update private.uploads set created_at = now() - interval '3 days'`;
    await tx`insert into storage.objects (bucket_id, name) values ('event-files', 'kept')`;
    await tx`select private.queue_unattached_files()`;
    expect(await tx`select name from private.uploads`).toEqual([{ name: "kept" }]);
  }));
