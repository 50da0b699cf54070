import { readFormData } from "@/lib/platform/body";
import { admitAccount } from "@/lib/platform/auth/guard";
import { accountCaller } from "@/lib/platform/costs";
import { fileTypeOf } from "@/lib/platform/file-type";
import { requireInactivePdf } from "@/lib/platform/pdf-check";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refusal } from "@/lib/platform/refusal";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { reencodePhoto } from "@/lib/panel/requests/service";
import { addVehicleFile } from "@/lib/garage/vehicles/mutations";
import { MAX_FILE_BYTES } from "@/lib/garage/vehicles/rules";
import { FILE_TYPES, fileSchema } from "@/lib/garage/vehicles/schema";

/** Allowance for the form fields beside the file, in bytes. */
const FORM_BYTES = 4096;
const STATUS = { "input.invalid": 400 };

/** Stores a photo, receipt or document of a car; PDF or picture, at most 10 MB. */
export async function POST(request: Request): Promise<Response> {
  try {
    requireSameOrigin(request);
    const account = await admitAccount(() => true);
    if (account instanceof Response) return account;
    await takeAttempt("vehicleFile", account.id);
    const form = await readFormData(request, MAX_FILE_BYTES + FORM_BYTES);
    const fields = fileSchema.safeParse(form && Object.fromEntries(form));
    if (!fields.success) return Response.json({ code: "input.invalid" }, { status: 400 });
    const { file, ...sent } = fields.data;
    const bytes = Buffer.from(await file.arrayBuffer());
    const type = await fileTypeOf(bytes, FILE_TYPES);
    if (!type) return Response.json({ code: "input.invalid" }, { status: 415 });
    const isPdf = type.extension === "pdf";
    if (isPdf) await requireInactivePdf(bytes);
    const status = await addVehicleFile(await createSessionClient(), createServiceClient(), {
      ...sent,
      account: account.id,
      name: file.name.slice(0, 120),
      // A photo is encoded again, which removes its location and other metadata.
      bytes: isPdf ? bytes : await reencodePhoto(bytes, accountCaller(account, request)),
      extension: isPdf ? "pdf" : "webp",
    });
    if (status === "stored") return Response.json({ id: sent.id }, { status: 201 });
    return new Response(null, { status: status === "full" ? 409 : 404 });
  } catch (error) {
    return refusal("vehicle-files", error, STATUS);
  }
}
