import { certificateFile } from "@/app/[locale]/certificate-file";
import { checkCertificate } from "@/lib/events/certificates/mutations";
import { readPrinted } from "@/lib/events/certificates/queries";
import { certificateCode } from "@/lib/events/certificates/rules";
import { countFailedAttempt } from "@/lib/platform/failed-attempts/mutations";
import { takeGuess } from "@/lib/platform/failed-attempts/service";
import { callerAddress } from "@/lib/platform/caller";
import { addressCaller } from "@/lib/platform/costs";
import { AppError } from "@/lib/platform/error";
import { withRefusals } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";

export const dynamic = "force-dynamic";

const refused = (status: number) =>
  new Response(null, { status, headers: { "cache-control": "no-store", "x-robots-tag": "noindex" } });

/** The PDF of a valid certificate for those who hold its code. */
export async function GET(request: Request, { params }: { params: Promise<{ code: string }> }) {
  const address = await callerAddress();
  try {
    await takeGuess("certificateCheck", "certificate", address);
  } catch (error) {
    if (error instanceof AppError) return refused(429);
    throw error;
  }
  const code = certificateCode((await params).code);
  const client = createServiceClient();
  const isValid = code !== null && (await checkCertificate(client, code)).state === "valid";
  const certificate = isValid ? await readPrinted(client, { code }) : null;
  if (certificate)
    return withRefusals("certificate", async () => certificateFile(certificate, await addressCaller(request)));
  await countFailedAttempt(client, "certificate", address);
  return refused(404);
}
