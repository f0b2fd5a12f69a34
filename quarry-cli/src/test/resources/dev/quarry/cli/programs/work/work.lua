-- Trees, strings, closures and coroutines, by both collectors.
local scale = tonumber(arg[1])

local function tree(depth)
    return depth == 0 and {} or { tree(depth - 1), tree(depth - 1) }
end

local function count(node)
    return node[1] and 1 + count(node[1]) + count(node[2]) or 1
end

local function run()
    local nodes = 0
    for _ = 1, 6 * scale do
        nodes = nodes + count(tree(13))
    end
    local words = {}
    for i = 1, 60000 * scale do
        local key = ("%d:%s"):format(i * 7919 % 20011, ("x"):rep(i % 60))
        words[key] = (words[key] or 0) + 1
        if i % 4 == 0 then
            words[("%d:%s"):format(i * 31 % 20011, ("x"):rep(i % 60))] = nil
        end
    end
    local keys = {}
    for key, value in pairs(words) do
        keys[#keys + 1] = key .. "=" .. value
    end
    table.sort(keys)
    local joined = table.concat(keys, ",")
    local sum = 0
    for i = 1, #joined, 97 do
        sum = (sum * 31 + joined:byte(i)) % 1000000007
    end
    local steps = 0
    for i = 1, 3000 * scale do
        local generator = coroutine.wrap(function()
            for j = 1, i % 7 do
                coroutine.yield({ j, function() return i + j end })
            end
        end)
        for pair in generator do
            steps = steps + pair[2]()
        end
    end
    print(nodes, #keys, #joined, sum, steps)
end

run()
collectgarbage("generational")
run()
collectgarbage()
print(collectgarbage("count") < 2000)
