import "server-only";
import type { z } from "zod";
import { AppError } from "../../platform/error";
import { savedOrGone } from "../../platform/outcome-schema";
import { orThrow, outcomeOrThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import * as schema from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;
type Answer = Parameters<typeof orThrow>[0];
const REFUSALS: ErrorCodes = { "42501": "access.permission" };

/** For a picture that the page shows; it is gone when somebody else removed it. */
function changed(answer: Answer): void {
  if (savedOrGone.parse(orThrow(answer, REFUSALS)).outcome === "gone") throw new AppError("picture.gone");
}

/** Publishes pictures that the account uploaded before. */
export const addPictures = async (client: Client, input: z.output<typeof schema.addPicturesSchema>) =>
  schema.addedPicturesSchema.parse(outcomeOrThrow(await client.rpc("add_event_pictures", input), REFUSALS));

export async function setPicture(
  client: Client,
  { picture, ...fields }: z.output<typeof schema.setPictureSchema>,
): Promise<void> {
  changed(await client.rpc("set_event_picture", { picture, fields }));
}

export async function movePicture(client: Client, move: z.output<typeof schema.movePictureSchema>): Promise<void> {
  changed(await client.rpc("move_event_picture", move));
}

export async function removePicture(client: Client, picture: string): Promise<void> {
  changed(await client.rpc("remove_event_picture", { picture }));
}
