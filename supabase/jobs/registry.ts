import type { Job } from "./job";
import { announceReminders } from "./announce-reminders";
import { answerRequests } from "./answer-requests";
import { backUp } from "./back-up";
import { deleteConvoyPositions } from "./delete-convoy-positions";
import { deleteExpiredRecords } from "./delete-expired-records";
import { endInterruptedBackups } from "./end-interrupted-backups";
import { endServicePlans } from "./end-service-plans";
import { eraseAccounts } from "./erase-accounts";
import { expireCardPageJob } from "./expire-card-page";
import { expireRegistrationHolds } from "./expire-registration-holds";
import { issueCertificates } from "./issue-certificates";
import { mailEventFollows } from "./mail-event-follows";
import { mailSaleReminders } from "./mail-sale-reminders";
import { printBatch } from "./print-batch";
import { publishDue } from "./publish-due";
import { pushNotices } from "./push-notices";
import { pushReminders } from "./push-reminders";
import { refreshFeaturedEvents } from "./refresh-featured-events";
import { rollUpPageViews } from "./roll-up-page-views";
import { sendAutomaticMessages } from "./send-automatic-messages";
import { sendEventMessages } from "./send-event-messages";
import { sendMailJob } from "./send-mail";
import { sendWebhooks } from "./send-webhooks";
import { timeLegs } from "./time-legs";

/** All jobs of the worker; a new job needs a file in this folder and an entry here. */
export const JOBS: readonly Job[] = [
  publishDue,
  pushNotices,
  sendMailJob,
  expireCardPageJob,
  expireRegistrationHolds,
  answerRequests,
  issueCertificates,
  printBatch,
  mailSaleReminders,
  mailEventFollows,
  announceReminders,
  pushReminders,
  sendAutomaticMessages,
  sendEventMessages,
  sendWebhooks,
  rollUpPageViews,
  refreshFeaturedEvents,
  deleteConvoyPositions,
  deleteExpiredRecords,
  eraseAccounts,
  backUp,
  endInterruptedBackups,
  endServicePlans,
  timeLegs,
];

/** Former jobs; the worker deletes their queues, so that the health page does not list them. */
export const REMOVED_JOBS: readonly string[] = ["revalidate-pages", "mail-ending-ads"];
