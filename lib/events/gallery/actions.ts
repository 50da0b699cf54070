"use server";

import { createSessionClient } from "../../platform/supabase/session";
import { eventAction } from "../members/service";
import * as write from "./mutations";
import * as schema from "./schema";

const editors = eventAction("events");

export const addPicturesAction = editors
  .inputSchema(schema.addPicturesSchema)
  .action(async ({ parsedInput }) => write.addPictures(await createSessionClient(), parsedInput));

export const setPictureAction = editors.inputSchema(schema.setPictureSchema).action(async ({ parsedInput }) => {
  await write.setPicture(await createSessionClient(), parsedInput);
});

export const movePictureAction = editors.inputSchema(schema.movePictureSchema).action(async ({ parsedInput }) => {
  await write.movePicture(await createSessionClient(), parsedInput);
});

export const removePictureAction = editors.inputSchema(schema.pictureSchema).action(async ({ parsedInput }) => {
  await write.removePicture(await createSessionClient(), parsedInput.picture);
});
