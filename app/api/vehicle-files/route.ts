import { formBody } from "@/lib/platform/body";
import { fileTypeOf } from "@/lib/platform/file-type";
import { accountHandler } from "@/lib/platform/handler";
import { requireInactivePdf } from "@/lib/platform/pdf-check";
import { refused } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { reencodePhoto } from "@/lib/panel/requests/service";
import { addVehicleFile } from "@/lib/garage/vehicles/mutations";
import { MAX_FILE_BYTES } from "@/lib/garage/vehicles/rules";
import { FILE_TYPES, fileSchema } from "@/lib/garage/vehicles/schema";

/** Allowance for the form fields beside the file, in bytes. */
const FORM_BYTES = 4096;

/** Stores a photo, receipt or document of a car; PDF or picture, at most 10 MB. */
export const POST = accountHandler(
  { name: "vehicle-files", limit: "vehicleFile", body: formBody(fileSchema, MAX_FILE_BYTES + FORM_BYTES) },
  async ({ account, client, body: { file, ...sent }, by }) => {
    const bytes = Buffer.from(await file.arrayBuffer());
    const type = await fileTypeOf(bytes, FILE_TYPES);
    if (!type) return refused("file.type");
    const isPdf = type.extension === "pdf";
    if (isPdf) await requireInactivePdf(bytes);
    const status = await addVehicleFile(client, createServiceClient(), {
      ...sent,
      account: account.id,
      name: file.name.slice(0, 120),
      // A photo is encoded again, which removes its location and other metadata.
      bytes: isPdf ? bytes : await reencodePhoto(bytes, by),
      extension: isPdf ? "pdf" : "webp",
    });
    if (status === "stored") return Response.json({ id: sent.id }, { status: 201 });
    return status === "full" ? refused("full") : null;
  },
);
