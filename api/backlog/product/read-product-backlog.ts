import type { ProjectScope } from '../../access/project-scope.ts'
import { mayReadVelocity } from '../../access/team-signals.ts'
import type { Ctx } from '../../platform/context.ts'
import { prioritizationScore } from '../../tasks/reading/prioritization-score.ts'
import { dorBlockers } from '../../tasks/reading/task-relatives.ts'
import { findBacklogFacts, listEpics, listStories, type StoryRow } from './product-backlog.queries.ts'

/** The stories of a project under their epics, and how ready they are. Points are told to who may read the team's. */
export async function readProductBacklog(ctx: Ctx<ProjectScope>): Promise<object> {
  const { projectId } = ctx.scope
  const readsPoints = await mayReadVelocity(ctx)
  const points = <Value>(value: Value): Value | null => (readsPoints ? value : null)
  const stories = await listStories(ctx, projectId)
  const facts = await findBacklogFacts(ctx, projectId)
  const epics = await listEpics(ctx, projectId)
  const known = new Set(epics.map((epic) => epic.id))
  const byEpic = Map.groupBy(stories, (story) =>
    story.parent_epic_id !== null && known.has(story.parent_epic_id) ? story.parent_epic_id : null,
  )
  const shown = (epicId: string | null) => (byEpic.get(epicId) ?? []).map((story) => presentStory(story, readsPoints))
  return {
    epics: epics.map(({ story_count, points_total, points_done, ...epic }) => ({
      ...epic,
      stories: shown(epic.id),
      rollup: { story_count, points_total: points(points_total), points_done: points(points_done) },
    })),
    ungrouped: shown(null),
    health: { ...healthOf(stories, points), capacity_points: facts.capacity_points },
    scoring: { model: facts.prioritization_model },
  }
}

function healthOf(stories: readonly StoryRow[], points: (value: number) => number | null) {
  const ready = stories.filter((story) => story.dor === 'ready')
  const sumOf = (count: (story: StoryRow) => number, some = stories) =>
    some.reduce((sum, story) => sum + count(story), 0)
  return {
    dor_pct: stories.length === 0 ? 0 : Math.round((100 * ready.length) / stories.length),
    ready_count: ready.length,
    ready_points: points(sumOf((story) => story.story_points ?? 0, ready)),
    unestimated: stories.filter((story) => story.story_points === null).length,
    ac_met: sumOf((story) => story.criteria_met),
    ac_total: sumOf((story) => story.criteria_total),
    story_count: stories.length,
  }
}

function presentStory(story: StoryRow, readsPoints: boolean) {
  const counts = { criteriaCount: story.criteria_total, criteriaMetCount: story.criteria_met }
  return {
    id: story.id,
    short_id: story.short_id,
    name: story.name,
    type: story.type,
    status: story.status,
    story_points: readsPoints ? story.story_points : null,
    priority_rank: story.priority_rank,
    dor: story.dor,
    dor_blockers: dorBlockers(story.story_points, counts),
    criteria_met_count: story.criteria_met,
    criteria_total: story.criteria_total,
    prioritization_score: prioritizationScore(story, story.prioritization_model),
    parent_epic: story.parent_epic_id,
    assignee: story.assignee_id,
    server_version: story.server_version,
  }
}
