import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { deleteExpiredRecords } from "@/supabase/jobs/delete-expired-records";
import { eraseAccounts } from "@/supabase/jobs/erase-accounts";
import type { JobContext } from "@/supabase/jobs/job";
import { newEmail, PASSWORD, service, visitor } from "../auth-client";
import { sql } from "../as-role";

const context: JobContext = {
  id: randomUUID(),
  sql,
  openService: () => service as ReturnType<JobContext["openService"]>,
};
const picture = () => new Blob(["RIFF picture"], { type: "image/webp" });
const hasFile = async (name: string) => (await service.storage.from("request-photos").download(name)).error === null;

async function storePhoto(): Promise<string> {
  const name = `2026-01/${randomUUID()}.webp`;
  expect((await service.storage.from("request-photos").upload(name, picture())).error).toBeNull();
  return name;
}

const addRequest = (email: string, photo: string, status = "received", decided: string | null = null) => sql`
  insert into public.service_requests (kind, payload, requester_name, requester_email, state_abbr, status, decided_at)
  values ('new', ${sql.json({ photos: [photo] })}, 'Maria', ${email}, 'SC', ${status}, ${decided})`;

it("an account past its waiting period is erased with its requests and files, and cannot sign in", async () => {
  const [email, photo] = [newEmail(), await storePhoto()];
  const { data } = await service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const id = data.user!.id;
  await sql`update public.profiles set email_verified_at = now() where id = ${id}`;
  await addRequest(email, photo);
  const signIn = () => visitor().auth.signInWithPassword({ email, password: PASSWORD });
  const { data: session } = await signIn();
  await sql`insert into public.account_erasures (user_id, due_at) values (${id}, now() + interval '1 hour')`;
  await eraseAccounts.run(context, {});
  expect([(await signIn()).error, await hasFile(photo)]).toEqual([null, true]);

  await sql`update public.account_erasures set due_at = now() where user_id = ${id}`;
  await eraseAccounts.run(context, {});
  expect((await service.auth.admin.getUserById(id)).error?.status).toBe(404);
  expect((await signIn()).error).not.toBeNull();
  expect((await visitor().auth.refreshSession({ refresh_token: session.session!.refresh_token })).error).not.toBeNull();
  expect((await sql`select from public.service_requests where requester_email = ${email}`).count).toBe(0);
  expect(await hasFile(photo)).toBe(false);
  expect((await sql`select from private.file_deletions`).count).toBe(0);
  // The job must be idempotent.
  await eraseAccounts.run(context, {});
});

it("the daily job deletes the files of a request rejected 91 days ago, including their content, and no newer ones", async () => {
  const [old, young] = [await storePhoto(), await storePhoto()];
  const email = newEmail();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  await addRequest(email, old, "rejected", daysAgo(91));
  await addRequest(email, young, "rejected", daysAgo(89));
  await deleteExpiredRecords.run(context, {});
  expect([await hasFile(old), await hasFile(young)]).toEqual([false, true]);
  await deleteExpiredRecords.run(context, {});
  await sql`delete from public.service_requests where requester_email = ${email}`;
  await deleteExpiredRecords.run(context, {});
  expect(await hasFile(young)).toBe(false);
});

it("when the storage server deletes nothing, the job fails and the files stay queued", async () => {
  const photo = await storePhoto();
  await sql`insert into private.file_deletions (bucket, name) values ('request-photos', ${photo})`;
  const remove = vi.fn<() => Promise<{ data: []; error: null }>>().mockResolvedValue({ data: [], error: null });
  const deaf = { storage: { from: () => ({ remove }) } } as unknown as ReturnType<JobContext["openService"]>;
  await expect(deleteExpiredRecords.run({ ...context, openService: () => deaf }, {})).rejects.toThrow(
    "keeps queued files",
  );
  expect((await sql`select from private.file_deletions where name = ${photo}`).count).toBe(1);
  await deleteExpiredRecords.run(context, {});
  expect(await hasFile(photo)).toBe(false);
});
