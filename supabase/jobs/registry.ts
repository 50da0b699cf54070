import type { Job } from "./job";
import { answerRequests } from "./answer-requests";
import { backUp } from "./back-up";
import { deleteExpiredRecords } from "./delete-expired-records";
import { endInterruptedBackups } from "./end-interrupted-backups";
import { eraseAccounts } from "./erase-accounts";
import { expireCardPageJob } from "./expire-card-page";
import { mailEndingAds } from "./mail-ending-ads";
import { publishDue } from "./publish-due";
import { pushNotices } from "./push-notices";
import { revalidatePages } from "./revalidate-pages";
import { rollUpPageViews } from "./roll-up-page-views";
import { sendMailJob } from "./send-mail";

/** All jobs of the worker; a new job needs a file in this folder and an entry here. */
export const JOBS: readonly Job[] = [
  publishDue,
  revalidatePages,
  pushNotices,
  sendMailJob,
  expireCardPageJob,
  answerRequests,
  mailEndingAds,
  rollUpPageViews,
  deleteExpiredRecords,
  eraseAccounts,
  backUp,
  endInterruptedBackups,
];
