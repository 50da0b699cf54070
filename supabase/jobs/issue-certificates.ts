import { z } from "zod";
import type { Job } from "./job";

const AT_ONCE = 25;
const dataSchema = z.object({ batch: z.uuid() });

/** Issues the certificates of a batch in steps, so that the panel shows the progress. Each step is one transaction. */
export const issueCertificates: Job = {
  name: "issue-certificates",
  retryLimit: 10,
  expireSeconds: 600,
  run: async ({ sql }, data) => {
    const { batch } = dataSchema.parse(data);
    let left = 1;
    while (left > 0) {
      const [row] = await sql<
        { left: number }[]
      >`select private.continue_certificate_batch(${batch}, ${AT_ONCE}) as left`;
      left = row?.left ?? 0;
    }
  },
};
