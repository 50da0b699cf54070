import "server-only";
import { userAction } from "../../platform/action";
import type { Account } from "../../platform/auth/account";
import type { Permission } from "../../platform/auth/permissions";
import { AppError } from "../../platform/error";
import { mayWorkForEvents } from "./queries";

/**
 * Actions of the team and of people who work for an event. It refuses accounts without the permission and without any
 * event before the input is read; the database decides about the event of the input.
 */
export const eventAction = (permission: Permission) =>
  userAction.use(async ({ next, ctx }) => {
    if (!(await mayWorkForEvents(ctx.account, permission))) throw new AppError("access.permission");
    return next();
  });

/** Access of a handler for event managers and people who work for any event; the database decides about the event. */
export const forPeopleOfEvents = (account: Account): Promise<boolean> => mayWorkForEvents(account, "events");
