import { createSessionClient } from "@/lib/platform/supabase/session";
import { listChecklists, listOwnTemplates, listTasks, listTemplates } from "@/lib/garage/checklists/queries";
import {
  listDiary,
  listGarageCars,
  listLoggedTrips,
  listPlannedTrips,
  listTripChoices,
} from "@/lib/garage/diary/queries";
import { listEntries, listEntryPage, listEntryYears, listLogCars } from "@/lib/garage/entries/queries";
import { getDossier, listDossierPhotos } from "@/lib/garage/history/dossier/queries";
import { listEntryFiles } from "@/lib/garage/history/queries";
import { dueOf, listPresets, listReminders } from "@/lib/garage/reminders/queries";
import { countHistory, getLastOffer } from "@/lib/garage/sharing/handover/queries";
import { listInvitations, listMembers, listOwnerNames } from "@/lib/garage/sharing/queries";
import { listSaleLinks } from "@/lib/garage/sharing/sale/queries";
import { readLog } from "@/lib/garage/statistics/queries";
import { listDocuments, listDue } from "@/lib/garage/vehicles/documents/queries";
import { listParts } from "@/lib/garage/vehicles/parts/queries";
import {
  getIdentity,
  getVehicle,
  listDeletedVehicles,
  listPhotos,
  listVehicles,
  readStateLog,
} from "@/lib/garage/vehicles/queries";
import type { Reads } from "./explain";
import { LARGE_CAR } from "./garage-rows";
import type { EntryList } from "@/lib/garage/entries/rules";

/** The queries of every page of the travel log, with the largest car of the garage of an account. */
export async function garageReads(account: string): Promise<Reads> {
  const [client, now, year] = [await createSessionClient(), Date.now(), new Date().getFullYear()];
  const cars = (await listVehicles(client, account)).map(({ id }) => id);
  const entriesPage = (list: EntryList, page: number) => () =>
    Promise.all([listEntryYears(client, LARGE_CAR, list), listEntryPage(client, LARGE_CAR, { list, year, page })]);
  return {
    garage: () =>
      Promise.all([
        listVehicles(client, account),
        listDeletedVehicles(client, account),
        listDue(client, account),
        listOwnerNames(client),
      ]),
    "garage of a state": () => readStateLog(client, account, "SC"),
    "add entry: cars with their newest entries": () => listLogCars(client, account),
    "/painel: due": () => dueOf(client, cars),
    "planner: cars": () => listGarageCars(client, account),
    "access to a car": () => getVehicle(client, account, LARGE_CAR),
    "summary: newest entries, documents, reminders": () =>
      Promise.all([
        listEntries(client, LARGE_CAR, { limit: 5 }),
        listDue(client, account, LARGE_CAR),
        dueOf(client, [LARGE_CAR]),
      ]),
    "summary, costs, history: whole log": () => readLog(client, LARGE_CAR),
    trips: () => Promise.all([listLoggedTrips(client, LARGE_CAR), listPlannedTrips(client, account, LARGE_CAR)]),
    diary: () => Promise.all([listDiary(client, LARGE_CAR), listTripChoices(client, account)]),
    refuelling: entriesPage("fuel", 1),
    maintenance: entriesPage("service", 1),
    "all entries": entriesPage("all", 2),
    reminders: () => Promise.all([listReminders(client, [LARGE_CAR]), listPresets(client, "pt-BR")]),
    parts: () => listParts(client, LARGE_CAR),
    documents: () => listDocuments(client, LARGE_CAR),
    checklists: () =>
      Promise.all([
        listTemplates(client, [], "pt-BR"),
        listOwnTemplates(client),
        listChecklists(client, LARGE_CAR),
        listTasks(client, LARGE_CAR),
      ]),
    dossier: () => Promise.all([getDossier(client, LARGE_CAR), listDossierPhotos(client, LARGE_CAR)]),
    edit: () => Promise.all([getIdentity(client, LARGE_CAR), listPhotos(client, LARGE_CAR)]),
    share: () =>
      Promise.all([
        listMembers(client, LARGE_CAR),
        listInvitations(client, LARGE_CAR, now),
        listSaleLinks(client, LARGE_CAR, now),
        getLastOffer(client, LARGE_CAR, now),
        countHistory(client, LARGE_CAR),
      ]),
    "history: receipts": () => listEntryFiles(client, LARGE_CAR),
  };
}
