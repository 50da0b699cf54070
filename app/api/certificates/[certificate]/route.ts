import { z } from "zod";
import { certificateFile } from "@/app/[locale]/certificate-file";
import { readPrinted } from "@/lib/events/certificates/queries";
import { accountHandler } from "@/lib/platform/handler";

/** The PDF of a certificate for its person and for the team: RLS decides who can read it. */
export const GET = accountHandler(
  { name: "certificates", params: z.object({ certificate: z.uuid() }) },
  async ({ params, client, by }) => {
    const certificate = await readPrinted(client, { id: params.certificate });
    return certificate && certificateFile(certificate, by);
  },
);
