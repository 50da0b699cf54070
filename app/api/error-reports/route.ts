import { errorReportSchema, MAX_BODY_BYTES } from "@/lib/platform/error-reports/schema";
import { jsonBody } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { splitPath } from "@/lib/platform/i18n/routing";
import { trackedPath } from "@/lib/platform/paths";
import { redactSecrets } from "@/lib/platform/redact";
import { withoutBody } from "@/lib/platform/refusal";
import { reportError } from "@/lib/platform/report";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** Writes an error of a visitor's browser to the log and to the table that the health page shows. */
export const POST = publicHandler(
  {
    name: "error report",
    limit: "errorReport",
    body: jsonBody(errorReportSchema, MAX_BODY_BYTES),
    client: createServiceClient,
    refuse: withoutBody,
  },
  async ({ body, client }) => {
    const { digest = "", path } = body;
    const message = redactSecrets(body.message);
    const page = trackedPath(splitPath(path).path);
    reportError("browser", new Error(message), { path: page, digest });
    const { error } = await client.rpc("report_browser_error", {
      error_message: message,
      error_digest: digest,
      error_path: page,
    });
    if (error) reportError("error report", new Error(error.message));
  },
);
