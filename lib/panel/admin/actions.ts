"use server";

import { z } from "zod";
import { userAction } from "../../platform/action";
import type { Account } from "../../platform/auth/account";
import { hasPermission } from "../../platform/auth/permissions";
import { accountCaller, runCostly } from "../../platform/costs";
import { brazilianDay } from "../../platform/dates";
import { AppError } from "../../platform/error";
import { revalidatePages } from "../../platform/revalidate";
import { createSessionClient } from "../../platform/supabase/session";
import { errorsOf, importRows, importSchema } from "./import";
import {
  addressRows,
  changeRows,
  deleteRows,
  judgePair,
  mergeRows,
  imageWithoutAltText,
  restoreRow,
  saveRow,
  type Saved,
} from "./mutations";
import { importPictures } from "./pictures";
import { findReferences, getRow, listTrail } from "./queries";
import { findResource } from "./registry";
import { visibilityOf, type Visibility } from "./row-queries";
import type { Resource } from "./resource";
import { CHECK_DATE, columnsOf, formValues, hasCheckDate, tagsOf, versionAfter } from "./rules";
import { mergeSchema, pairSchema, rowSchema } from "./schema";
import { orThrow } from "../../platform/supabase/or-throw";
import { typedInLine } from "../../platform/form";

const MAX_SELECTED = 500;

const recordId = z.string().min(1).max(120);
const resourceKey = z.string().max(40);
const ids = z.array(recordId).min(1).max(MAX_SELECTED);

/** The resource of a key; throws the same error for an unknown key and for a missing permission. */
function allowed(account: Account, key: string): Resource {
  const resource = findResource(key);
  if (!resource || !hasPermission(account, resource.permission)) throw new AppError("access.permission");
  return resource;
}

export type SaveAnswer =
  | Exclude<Saved, { outcome: "conflict" | "saved" }>
  | {
      outcome: "saved";
      id: string;
      updatedAt: string;
      values: Record<string, unknown> | null;
      visibility: Visibility;
    }
  | { outcome: "conflict"; theirs: Record<string, unknown>; version: string }
  | { outcome: "invalid"; errors: Record<string, string> };

const saveSchema = z.strictObject({
  resource: resourceKey,
  id: recordId.nullable(),
  expected_version: z.string().max(60).nullable(),
  values: z.record(z.string().max(60), z.unknown()),
  reason: z.string().max(300).optional(),
});

/** Saves one row from its form; returns a conflict with the current values when somebody else changed the row since it was loaded. */
export const saveRowAction = userAction
  .inputSchema(saveSchema)
  .action(
    async ({ parsedInput: { resource: key, id, expected_version, values, reason }, ctx }): Promise<SaveAnswer> => {
      const resource = allowed(ctx.account, key);
      if (!id && !resource.canCreate) throw new AppError("access.permission");
      const parsed = rowSchema(resource.fields).partial().safeParse(values);
      if (!parsed.success) return { outcome: "invalid", errors: errorsOf(parsed.error) };
      const client = await createSessionClient();
      const missing = await imageWithoutAltText(client, resource, id, parsed.data);
      if (missing) return { outcome: "invalid", errors: { [missing]: "noAltText" } };
      const { values: written, errors } = await importPictures(client, ctx.account.id, resource.fields, parsed.data);
      if (Object.keys(errors).length > 0) return { outcome: "invalid", errors };
      const saved = await saveRow(client, resource, { id, expected_version, values: written, reason });
      if (saved.outcome === "conflict") {
        const row = await getRow(resource, id!);
        return row
          ? { outcome: "conflict", theirs: formValues(resource.fields, row), version: String(row.updated_at) }
          : { outcome: "gone" };
      }
      if (saved.outcome !== "saved") return saved;
      const { tags, ...answer } = saved;
      await revalidatePages(tags);
      // Reload the row: new child rows have ids now.
      const row = id ? await getRow(resource, id) : null;
      const visibility = await visibilityOf(resource, saved.id);
      return { ...answer, visibility, values: row && formValues(resource.fields, row) };
    },
  );

const bulkSchema = z.strictObject({
  resource: resourceKey,
  ids,
  action: z.enum(["trash", "restore", "delete", "set", "check"]),
  field: z.string().max(60).optional(),
  value: z.unknown().optional(),
});

/** Columns a bulk action writes; null for `delete`. */
function bulkChanges(
  resource: Resource,
  { action, field, value }: z.infer<typeof bulkSchema>,
): Record<string, unknown> | null {
  if (action === "delete") return null;
  if (action === "check") {
    if (!hasCheckDate(resource.fields)) throw new AppError("input.invalid");
    return { [CHECK_DATE]: brazilianDay(Date.now()) };
  }
  if (action !== "set") {
    if (!resource.hasTrash) throw new AppError("input.invalid");
    return { deleted_at: action === "trash" ? new Date().toISOString() : null };
  }
  const target = resource.fields.find(
    ({ name, kind, readOnly }) => name === field && !readOnly && (kind === "choice" || kind === "boolean"),
  );
  const parsed = target && rowSchema([target]).safeParse({ [target.name]: value });
  if (!parsed?.success) throw new AppError("input.invalid");
  return columnsOf(resource.fields, parsed.data);
}

/** Applies one change to many rows of a list; returns how many rows were changed. */
export const bulkAction = userAction.inputSchema(bulkSchema).action(async ({ parsedInput, ctx }) => {
  const resource = allowed(ctx.account, parsedInput.resource);
  const changes = bulkChanges(resource, parsedInput);
  if (!changes && !resource.canDelete) throw new AppError("access.permission");
  const client = await createSessionClient();
  for (const id of changes?.status === undefined ? [] : parsedInput.ids)
    if (await imageWithoutAltText(client, resource, id, changes!)) throw new AppError("picture.noAltText");
  const { count, tags } = changes
    ? await changeRows(client, resource, parsedInput.ids, changes)
    : await deleteRows(client, resource, parsedInput.ids);
  await revalidatePages(tags);
  return { count, asked: parsedInput.ids.length };
});

const restoreSchema = z.strictObject({
  resource: resourceKey,
  id: recordId,
  entry: z.number().int(),
  withStatus: z.boolean().optional(),
});

/** Restores a row and its children to their version after an audit entry; the restore adds an entry of its own. */
export const restoreVersionAction = userAction
  .inputSchema(restoreSchema)
  .action(async ({ parsedInput: { resource: key, id, entry, withStatus = false }, ctx }) => {
    const resource = allowed(ctx.account, key);
    const trail = await listTrail(resource, id);
    const place = trail.findIndex((one) => one.id === entry);
    if (place < 0) throw new AppError("input.invalid");
    const client = await createSessionClient();
    const { count, tags } = await restoreRow(client, resource, id, {
      version: versionAfter(trail.slice(0, place)),
      now: await getRow(resource, id),
      withStatus,
    });
    await revalidatePages(tags);
    return { count };
  });

const referenceSchema = z.strictObject({
  resource: resourceKey,
  field: z.string().max(80),
  typed: z.string().max(80),
  state: z.string().length(2).nullable(),
});

/** Options of a reference or city field; `field` of a child row is `table.name`. */
export const findReferencesAction = userAction
  .inputSchema(referenceSchema)
  .action(async ({ parsedInput: { resource: key, field, typed, state }, ctx }) => {
    const resource = allowed(ctx.account, key);
    const [first, second] = field.split(".");
    const outer = resource.fields.find(({ name }) => name === first);
    const target = second ? outer?.rows?.fields.find(({ name }) => name === second) : outer;
    if (!target || (target.kind !== "city" && target.kind !== "reference")) throw new AppError("input.invalid");
    return findReferences(target, typed, state);
  });

/** Saves the rows of a CSV file one by one; an invalid row does not stop the others. */
export const importRowsAction = userAction.inputSchema(importSchema).action(async ({ parsedInput, ctx }) => {
  const resource = allowed(ctx.account, parsedInput.resource);
  const job = { ...accountCaller(ctx.account), points: parsedInput.rows.length };
  return runCostly("import", job, () => importRows(ctx.account, resource, parsedInput));
});

/** Like `allowed`, for resources with duplicate detection only. */
function merging(account: Account, key: string): Resource {
  const resource = allowed(account, key);
  if (!resource.duplicates) throw new AppError("input.invalid");
  return resource;
}

/**
 * Merges a pair of duplicates: moves the other row's children, fills empty columns of the remaining row, redirects the
 * other row's URL and moves the other row to the trash.
 */
export const mergeAction = userAction
  .inputSchema(mergeSchema)
  .action(async ({ parsedInput: { resource: key, remaining, other }, ctx }) => {
    const resource = merging(ctx.account, key);
    const client = await createSessionClient();
    const merged = await mergeRows(client, resource, { remaining, other });
    if (merged.outcome === "saved")
      await revalidatePages(tagsOf(resource, ...(await addressRows(client, resource, [remaining, other]))));
    return merged;
  });

/** Removes a pair from the list of duplicates permanently, or adds it again. */
export const judgePairAction = userAction
  .inputSchema(pairSchema)
  .action(async ({ parsedInput: { resource: key, ids: pair, different }, ctx }) => {
    await judgePair(await createSessionClient(), merging(ctx.account, key), { ids: pair, different });
  });

const viewSchema = z.strictObject({
  resource: resourceKey,
  name: typedInLine().min(1).max(60),
  query: z.string().max(1000),
});

/** Saves the filters of a list under a name. */
export const saveViewAction = userAction
  .inputSchema(viewSchema)
  .action(async ({ parsedInput: { resource: key, name, query }, ctx }) => {
    const resource = allowed(ctx.account, key);
    orThrow(await (await createSessionClient()).from("saved_views").insert({ resource: resource.key, name, query }), {
      "23505": "input.invalid",
    });
  });

export const deleteViewAction = userAction
  .inputSchema(z.strictObject({ id: z.uuid() }))
  .action(async ({ parsedInput: { id } }) => {
    orThrow(await (await createSessionClient()).from("saved_views").delete().eq("id", id));
  });
