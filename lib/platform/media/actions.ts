"use server";

import { z } from "zod";
import { userAction } from "../action";
import { hasPermission } from "../auth/permissions";
import { AppError } from "../error";
import { revalidatePages } from "../revalidate";
import { createSessionClient } from "../supabase/session";
import { describePicture, importPicture } from "./mutations";
import { addressSchema, descriptionSchema, type Description } from "./schema";
import { orThrow } from "../supabase/or-throw";
import { typed } from "../form";
import { CONTENT_PERMISSIONS } from "../supabase/database-constants/platform";

const contentAction = userAction.use(async ({ next, ctx }) => {
  if (!CONTENT_PERMISSIONS.some((key) => hasPermission(ctx.account, key))) throw new AppError("access.permission");
  return next({ ctx });
});

type Words = Partial<Record<"en" | "es", { alt?: string }>>;

/** Alt text and credits of an image; null for an image that is not stored here. */
export const readPictureAction = contentAction
  .inputSchema(z.strictObject({ path: addressSchema }))
  .action(async ({ parsedInput: { path } }): Promise<Description | null> => {
    const data = orThrow(
      await (
        await createSessionClient()
      )
        .from("media_assets")
        .select("alt, credit, licence, translations")
        .eq("path", path)
        .maybeSingle(),
    );
    if (!data) return null;
    const translations = data.translations as Words;
    return {
      path,
      alt: data.alt,
      en: translations.en?.alt ?? "",
      es: translations.es?.alt ?? "",
      credit: data.credit ?? "",
      licence: data.licence ?? "",
    };
  });

/** Imports an image of another site; returns its path, or the problem. */
export const importPictureAction = contentAction
  .inputSchema(z.strictObject({ address: typed().min(1).max(2000) }))
  .action(async ({ parsedInput: { address }, ctx }) =>
    importPicture(await createSessionClient(), ctx.account.id, address),
  );

/** Saves the alt text and credits of an image and revalidates the pages that show it. */
export const describePictureAction = contentAction.inputSchema(descriptionSchema).action(async ({ parsedInput }) => {
  if (!(await describePicture(await createSessionClient(), parsedInput))) throw new AppError("input.invalid");
  await revalidatePages(["media"]);
});
