import { addIssueFile } from "@/lib/guide/magazines/mutations";
import { isPdf, MAX_PDF_BYTES } from "@/lib/guide/magazines/rules";
import { fileBody } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { accountHandler } from "@/lib/platform/handler";
import { requireInactivePdf } from "@/lib/platform/pdf-check";

/** Stores the PDF of an issue and returns its address. */
export const POST = accountHandler(
  { name: "magazine-files", permission: "magazine", limit: "mediaUpload", body: fileBody(MAX_PDF_BYTES) },
  async ({ client, body: upload }) => {
    if (!isPdf(upload)) throw new AppError("input.invalid", { detail: "no PDF" });
    await requireInactivePdf(upload);
    return Response.json({ path: await addIssueFile(client, upload) }, { status: 201 });
  },
);
