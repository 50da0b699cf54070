"use server";

import { permissionAction } from "../../platform/action";
import { revalidatePages } from "../../platform/revalidate";
import { installCities } from "./mutations";
import { installSchema } from "./schema";

export const installCitiesAction = permissionAction
  .metadata({ permission: "city_installer" })
  .inputSchema(installSchema)
  .action(async ({ parsedInput: { state } }) => {
    const changes = await installCities(state, true);
    await revalidatePages([`cities:${state}`]);
    return { changed: changes.filter(({ change }) => change !== "keep").length };
  });
