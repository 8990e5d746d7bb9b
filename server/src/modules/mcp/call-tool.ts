import type { Ctx } from '../../db/ctx.ts'
import { toProblem } from '../../http/errors.ts'
import { bodyChecker } from '../../http/validate.ts'
import { Problem } from '../../kernel/errors.ts'
import { presentAnswer } from './answer.ts'
import { recordCall } from './audit.ts'
import { describeAgent, type Agent, type CallApi, type Tool } from './model.ts'
import { offeredTools, tools } from './tools.ts'

const byName = new Map(tools.map((tool) => [tool.name, tool]))

/** Compiled on first use, with the messages of the API. */
const checks = new Map(tools.map(({ name, input }) => [name, bodyChecker(input)]))

interface ToolCall {
  name: string
  arguments: Record<string, unknown>
}

interface ToolResult {
  [key: string]: unknown
  content: { type: 'text'; text: string }[]
  isError?: boolean
}

/** Runs a tool; every call is in the audit log, whatever its outcome. */
export async function callTool(ctx: Ctx, api: CallApi, agent: Agent, call: ToolCall): Promise<ToolResult> {
  try {
    const { result, outcome } = await attempt(ctx, api, call)
    await recordCall(ctx, {
      tool: call.name,
      agent: describeAgent(agent),
      outcome,
      arguments: call.arguments,
    })
    return result
  } catch (error) {
    // Otherwise the protocol passes our own error text to the agent.
    const problem = toProblem(error)
    ctx.log.error({ err: problem.cause ?? problem, tool: call.name }, 'a tool of the MCP server failed')
    return refusal(problem)
  }
}

async function attempt(
  ctx: Ctx,
  api: CallApi,
  call: ToolCall,
): Promise<{ result: ToolResult; outcome: string }> {
  try {
    const tool = allowedTool(ctx, call.name)
    checks.get(tool.name)!(call.arguments)
    const answer = await tool.run(api, call.arguments)
    return { result: { content: [{ type: 'text', text: presentAnswer(answer) }] }, outcome: 'ok' }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { result: refusal(error), outcome: error.code }
  }
}

function refusal({ status, code, message }: Problem): ToolResult {
  const text = `${status} ${code}: ${message}`.slice(0, 2000).toWellFormed()
  return { content: [{ type: 'text', text }], isError: true }
}

function allowedTool({ config }: Ctx, name: string): Tool {
  const tool = byName.get(name)
  const writes = config.mcp_writes === 'on'
  if (!tool) {
    const names = offeredTools(writes).map((offered) => offered.name)
    throw new Problem(404, 'unknown_tool', `There is no such tool: there are ${names.join(', ')}`)
  }
  if (tool.writes && !writes)
    throw new Problem(
      403,
      'read_only',
      'This service is read-only for agents. An administrator can allow changes with the setting MCP_WRITES=on',
    )
  return tool
}
