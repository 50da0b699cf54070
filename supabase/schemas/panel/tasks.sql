-- Tasks of the team, and who is responsible for a state.

create table public.admin_tasks (
  id uuid primary key default gen_random_uuid(),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 160),
  body text not null default '' check (char_length(body) <= 4000),
  status text not null default 'todo' check (status = any (private.task_statuses())),
  priority text not null default 'normal' check (priority = any (private.task_priorities())),
  state_abbr char(2) references public.states (abbr),
  assigned_to uuid references public.profiles (id) on delete set null,
  due_on date,
  deleted_at timestamptz,
  search_name text generated always as (private.fold(title)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.admin_tasks is 'Internal tasks of the team.';
comment on column public.admin_tasks.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
create index admin_tasks_status_idx on public.admin_tasks (status, due_on);
create index admin_tasks_assigned_to_idx on public.admin_tasks (assigned_to);
create index admin_tasks_state_abbr_idx on public.admin_tasks (state_abbr);
create index admin_tasks_updated_at_idx on public.admin_tasks (updated_at desc);
alter table public.admin_tasks enable row level security;
grant select, insert, update, delete on public.admin_tasks to authenticated;
grant all on public.admin_tasks to service_role;
create policy "managers read tasks, staff its own" on public.admin_tasks
  for select to authenticated
  using ((select private.has_permission('management')) or (assigned_to = (select private.account_id())
    and (select private.is_staff())));
create policy "managers add tasks" on public.admin_tasks
  for insert to authenticated with check ((select private.has_permission('management')));
create policy "managers update tasks" on public.admin_tasks
  for update to authenticated
  using ((select private.has_permission('management')))
  with check ((select private.has_permission('management')));
create policy "managers delete tasks" on public.admin_tasks
  for delete to authenticated using ((select private.has_permission('management')));
create trigger admin_tasks_touch before update on public.admin_tasks
  for each row execute function private.touch_updated_at();
create trigger admin_tasks_audit after insert or update or delete on public.admin_tasks
  for each row execute function private.write_audit('id');

create function private.give_task() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  assignee record;
begin
  if current_setting('app.is_merging', true) = 'on' or new.assigned_to is null or new.deleted_at is not null
    or new.status = 'done' or new.assigned_to is not distinct from private.account_id() then
    return null;
  end if;
  select profiles.id, profiles.username, profiles.locale, users.email into assignee
  from public.profiles join auth.users on users.id = profiles.id where profiles.id = new.assigned_to
    and profiles.blocked_at is null;
  if assignee.id is null then
    return null;
  end if;
  insert into public.notifications (user_id, title, body, link, translations) values (
    assignee.id, 'Nova tarefa para você', new.title, '/admin#tarefas',
    jsonb_build_object('en', jsonb_build_object('title', 'New task for you', 'body', new.title), 'es',
      jsonb_build_object('title', 'Nueva tarea para ti', 'body', new.title))
  );
  begin
    perform private.enqueue_mail(assignee.email, 'task_given', jsonb_build_object(
      'name', assignee.username, 'title', new.title, 'body', left(new.body, 1000),
      'due', coalesce(new.due_on::text, 'none'), 'path', '/admin#tarefas'
    ), assignee.locale);
  exception when invalid_parameter_value then
    -- An account that cannot receive mail still gets the notification.
    null;
  end;
  return null;
end $$;

create trigger admin_tasks_give after insert on public.admin_tasks
  for each row execute function private.give_task();
create trigger admin_tasks_give_again after update of assigned_to on public.admin_tasks
  for each row when (new.assigned_to is distinct from old.assigned_to) execute function private.give_task();

insert into private.audit_log_permissions (entity, permission) values
  ('admin_tasks', 'management');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('admin_tasks', 'assigned_to', 'account', 'work', 'Trabalho na equipe', 'unlink', 39);

select
  private.declare_columns('admin_tasks', 'not_personal', '{*}', 'work of the team'),
  private.declare_columns('admin_tasks', 'withheld', '{assigned_to}', 'listed as work of the team');

create table public.state_assignments (
  id uuid primary key default gen_random_uuid(),
  state_abbr char(2) not null references public.states (abbr),
  user_id uuid not null references public.profiles (id) on delete cascade,
  duty text not null default 'editor' check (duty = any (private.state_duties())),
  note text not null default '' check (char_length(note) <= 300),
  search_name text generated always as (private.fold(state_abbr::text)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (state_abbr, user_id, duty)
);
comment on table public.state_assignments is
  'Team members responsible for a state; shows whom to ask and gives no permission to edit.';
comment on column public.state_assignments.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
create index state_assignments_user_id_idx on public.state_assignments (user_id);
create index state_assignments_updated_at_idx on public.state_assignments (updated_at desc);
alter table public.state_assignments enable row level security;
grant select, insert, update, delete on public.state_assignments to authenticated;
grant all on public.state_assignments to service_role;
create policy "managers add state assignments" on public.state_assignments
  for insert to authenticated with check ((select private.has_permission('management')));
create policy "managers update state assignments" on public.state_assignments
  for update to authenticated
  using ((select private.has_permission('management')))
  with check ((select private.has_permission('management')));
create policy "managers delete state assignments" on public.state_assignments
  for delete to authenticated using ((select private.has_permission('management')));
create policy "managers read all state assignments, staff their own" on public.state_assignments
  for select to authenticated using ((select private.has_permission('management'))
    or (user_id = (select private.account_id()) and (select private.is_staff())));
create trigger state_assignments_touch before update on public.state_assignments
  for each row execute function private.touch_updated_at();
create trigger state_assignments_audit after insert or update or delete on public.state_assignments
  for each row execute function private.write_audit('id');

create function private.give_state() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  state text;
begin
  if new.user_id is distinct from private.account_id() and current_setting('app.is_merging', true) is distinct from 'on'
    then
    select name into state from public.states where abbr = new.state_abbr;
    insert into public.notifications (user_id, title, body, link, translations) values (
      new.user_id, 'Novo estado sob sua responsabilidade', state, '/admin#tarefas',
      jsonb_build_object('en', jsonb_build_object('title', 'You now answer for a state', 'body', state), 'es',
        jsonb_build_object('title', 'Ahora respondes por un estado', 'body', state))
    );
  end if;
  return null;
end $$;

create trigger state_assignments_give after insert on public.state_assignments
  for each row execute function private.give_state();
create trigger state_assignments_give_again after update of state_abbr, user_id on public.state_assignments
  for each row when ((new.state_abbr, new.user_id) is distinct from (old.state_abbr, old.user_id))
    execute function private.give_state();

insert into private.audit_log_permissions (entity, permission) values
  ('state_assignments', 'management');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('state_assignments', 'user_id', 'account', 'own', 'Estados sob responsabilidade', 'delete', 12);

select
  private.declare_columns('state_assignments', 'exported', '{id,state_abbr,user_id,duty,note,created_at,updated_at}'),
  private.declare_columns('state_assignments', 'not_personal', '{search_name}', 'made from other columns');

create function private.set_task_status(task uuid, next_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'only the team has tasks' using errcode = '42501';
  elsif next_status is null or next_status <> all (private.task_statuses()) then
    raise exception 'unknown status' using errcode = '22023';
  end if;
  update public.admin_tasks set status = next_status
  where id = task and deleted_at is null and (assigned_to = private.account_id()
    or private.has_permission('management'));
  return private.saved_or_gone(found);
end $$;

create function public.set_task_status(id uuid, status text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_task_status(id, status);
comment on function public.set_task_status is
  'Sets the status of a task that is assigned to the caller, for managers of any task; gone when there is no such '
  'task; raises 42501 unless the caller is staff and 22023 for an unknown status.';
grant execute on function public.set_task_status to authenticated, service_role;
