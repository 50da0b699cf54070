import { z } from "zod";
import { accountHandler } from "@/lib/platform/handler";
import { storedFile } from "@/lib/platform/stored-file";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { readVehicleFile } from "@/lib/garage/vehicles/mutations";

/** A photo, receipt or document of a car, for the people who may read it. */
export const GET = accountHandler(
  { name: "vehicle-file", params: z.object({ fileId: z.guid() }) },
  async ({ params: { fileId }, client }) => {
    const file = await readVehicleFile(client, createServiceClient(), fileId);
    if (!file) return null;
    const type = file.extension === "pdf" ? "application/pdf" : "image/webp";
    return storedFile(file.bytes, { type, name: `${file.kind}-${fileId}.${file.extension}` });
  },
);
