-- Tables, strings and closures that come and go.
local function tree(depth)
  if depth == 0 then return {} end
  return { tree(depth - 1), tree(depth - 1) }
end

local function count(node)
  if node[1] == nil then return 1 end
  return 1 + count(node[1]) + count(node[2])
end

local function words(n)
  local seen, parts = {}, {}
  for i = 1, n do
    local word = "word" .. (i * 7919 % 10007)
    parts[#parts + 1] = word
    seen[word] = function() return i end
  end
  local sum = #table.concat(parts, " ")
  for _, f in pairs(seen) do sum = sum + f() end
  return sum
end

local total = 0
for _ = 1, tonumber(arg[1]) do
  total = total + count(tree(15)) + words(40000)
end
print(total)
